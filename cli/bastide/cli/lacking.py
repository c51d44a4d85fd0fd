"""What a stored table or a journal needs and is not here, with the remedy."""

from __future__ import annotations

from bastide.core.genesis import Genesis
from bastide.core.messages import Text
from bastide.core.plugins import Plugins
from bastide.net.lobby.other_rules import rules_since
from bastide.net.new_rules import cannot_renew
from bastide.net.storage.store import GameRow


def lacking(plugins: Plugins, t: Text, genesis: Genesis) -> str:
    """Return which plugins of a table are missing, broken or other ones, and what to do.

    "": it can be opened with those that are here.
    """
    wanted = [(genesis.game, genesis.version), *((e.name, e.version) for e in genesis.extensions)]
    missing = [f"{name} {version}" for name, version in wanted if _is_missing(plugins, name)]
    said = [each for name, _ in wanted if (each := broken(plugins, t, name))]
    if missing:
        said.append(
            t("It needs {plugins}, not installed here: install that.", plugins=", ".join(missing))
        )
    if not said and (other := rules_since(plugins, genesis)):
        said.append(t.say(other))
    return " ".join(said)


def way_on(plugins: Plugins, t: Text, row: GameRow) -> str:
    """Return how a table that lacks nothing but its old rules files may go on with the new ones."""
    if cannot_renew(plugins, row.genesis) or not rules_since(plugins, row.genesis):
        return ""
    return t(
        "Or go on with what is installed, if all that was played comes out the same: "
        "`bastide resume {id} --new-rules`.",
        id=row.game_id.hex()[:8],
    )


def broken(plugins: Plugins, t: Text, name: str) -> str:
    """Return that a plugin is installed but cannot be loaded, and why; "" if that is not so."""
    if name in plugins.manifests:
        return ""
    reason = next((fault.reason for fault in plugins.faults if fault.name == name), "")
    return reason and t(
        "It needs {plugin}, which is installed but fails: {reason}.",
        plugin=name,
        reason=reason.rstrip("."),
    )


def _is_missing(plugins: Plugins, name: str) -> bool:
    faulty = {fault.name for fault in plugins.faults}
    return name not in plugins.manifests and name not in faulty
