"""The console: commands, screens, keys and the line mode."""
