"""What code decides whoever coaches: the verdict on a guess, the focus card, a rupture, a recap."""
