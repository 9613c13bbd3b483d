"""The judge: what dice at rest tell of a throw."""
