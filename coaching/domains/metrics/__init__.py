"""Metrics: how people use Toney, counted over everybody for the admin, without anybody's words."""
