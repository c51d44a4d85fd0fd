"""Tables as the front ends see them: the ports, and what is behind them."""
