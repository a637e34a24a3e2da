"""Proving the course of lessons, and writing what is made from it."""
