"""The year: people, days, turns, standings, reports. Knows no Flask; what it is asked for comes with the time."""
