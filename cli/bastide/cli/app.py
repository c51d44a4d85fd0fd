"""The commands of the console."""

import click


@click.group(invoke_without_command=True)
@click.version_option(package_name="bastide")
def main() -> None:
    """Play board games with the people on your LAN."""
    click.echo("bastide is being built: there is nothing to play yet.")
