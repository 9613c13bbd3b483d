"""From a training to the files that are shipped."""
