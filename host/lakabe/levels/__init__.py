"""Opponents of several strengths that err like people."""
