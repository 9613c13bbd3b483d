"""The verbs of ./rollcall: one module each, with main(arguments) -> exit code."""
