"""One step a file, `m` and its number; a step is never changed once it has been released."""
