"""For authors of plugins: a package to begin with, and the check of one."""
