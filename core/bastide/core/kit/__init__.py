"""How the conformance kit plays one game on all pairs of eyes at once; `testing` is its front."""
