"""The judgement on the journal of a finished game, made aside: the screen does not stand still."""

from __future__ import annotations

import asyncio
from contextlib import closing

from bastide.cli.journal_faults import fault_of
from bastide.cli.sessions.ports import Fact
from bastide.core.journal import Journal, JournalFile
from bastide.core.messages import Text
from bastide.core.plugins import Plugins
from bastide.net.games import Verdict, judge_content
from bastide.net.veil.workshop import Workshop


async def judge(plugins: Plugins, journal: Journal) -> Verdict:
    """Check a whole journal in a thread, its proofs in processes of their own."""
    entries = tuple(entry for step in journal.steps for entry in step)
    content = JournalFile(journal.genesis.data, journal.accepts, entries, journal.prev)
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(None, _judged, plugins, content)


def _judged(plugins: Plugins, content: JournalFile) -> Verdict:
    with closing(Workshop()) as workshop:
        return judge_content(plugins, content, workshop.verify_now)


def verdict_fact(t: Text, verdict: Verdict) -> Fact:
    """Return the judgement in one sentence."""
    fault = fault_of(t, verdict).rstrip(".")
    if not verdict.is_judged:
        return Fact("", t("The journal cannot be checked: {fault}.", fault=fault), False)
    if not verdict.good:
        return Fact("", t("The journal does not hold: {fault}.", fault=fault), False)
    text = t.count(
        "All {n} entry is signed and verified.",
        "All {n} entries are signed and verified.",
        verdict.entries,
    )
    return Fact("", text, True)
