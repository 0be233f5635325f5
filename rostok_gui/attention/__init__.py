"""The chapter's mathematics in numpy, to be read in this order:

1. `softmax`      from scores to weights, with a temperature and its cold limit
2. `scores`       one query looks at some keys and takes a mixture of their values
3. `mask`         who may look at whom
4. `multi_head`   all tokens at once, several heads
5. `scaling`      why the scores are divided by sqrt(d)
6. `cost`         what it costs
7. `head_types`   what kind of head is this?
8. `transformer`  the whole model

Nothing here needs more than numpy. Everything that torch computes in this program is tested against these files.
"""
