"""The course of lessons: its positions, what is proven of them, and their texts."""
