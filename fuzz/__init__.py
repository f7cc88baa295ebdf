"""What is fuzzed: everything that reads what somebody has sent."""
