"""What crosses the API, both ways.

The classes check what comes in and describe both ways for the schema. Answers are built by the
`…_answer` functions, at a fraction of a serializer's cost; the tests hold every answer to the
schema.
"""
