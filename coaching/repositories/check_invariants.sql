-- The promises of the turn state machine, on SQLite and PostgreSQL. No row: all of them hold.
-- `long_ago` is now minus the grace of a lease. Constraints make some of these impossible; they are checked anyway.
SELECT 'I2' AS invariant, 'two user messages in turn ' || CAST(turn_id AS TEXT) AS subject
FROM messages WHERE role = 'user' AND turn_id IS NOT NULL
GROUP BY turn_id HAVING count(*) > 1
UNION ALL
SELECT 'I2', 'two turns for client id ' || client_message_id
FROM turns GROUP BY user_id, client_message_id HAVING count(*) > 1
UNION ALL
SELECT 'I3', 'running past its lease: turn ' || CAST(id AS TEXT)
FROM turns WHERE status = 'running' AND lease_until < :long_ago
UNION ALL
SELECT 'I3', 'two running turns of user ' || CAST(user_id AS TEXT)
FROM turns WHERE status = 'running' GROUP BY user_id HAVING count(*) > 1
UNION ALL
SELECT 'I4', 'tool call without an end in a finished turn: ' || CAST(c.id AS TEXT)
FROM tool_calls c JOIN turns t ON t.id = c.turn_id
WHERE c.status = 'pending' AND t.status = 'done'
UNION ALL
SELECT 'I6', 'done without exactly one whole reply: turn ' || CAST(t.id AS TEXT)
FROM turns t WHERE t.status = 'done' AND 1 <> (
  SELECT count(*) FROM messages m
  WHERE m.turn_id = t.id AND m.role = 'coach' AND m.text <> '' AND m.stop_reason <> '')
UNION ALL
SELECT 'I6', 'done without one observer job: turn ' || CAST(t.id AS TEXT)
FROM turns t WHERE t.status = 'done' AND t.kind = 'message' AND 1 <> (
  SELECT count(*) FROM jobs j
  WHERE replace(j.unique_key, '-', '') = 'observer:' || replace(CAST(t.id AS TEXT), '-', ''))
UNION ALL
SELECT 'I6', 'user message of an unknown turn: ' || CAST(id AS TEXT)
FROM messages WHERE role = 'user' AND turn_id IS NULL
UNION ALL
SELECT 'I7', 'briefing versions with a gap: user ' || CAST(user_id AS TEXT)
FROM coaching_briefings GROUP BY user_id HAVING min(version) <> 1 OR max(version) <> count(*)
UNION ALL
SELECT 'I8', 'two focus cards: user ' || CAST(user_id AS TEXT)
FROM rewire_cards WHERE is_focus GROUP BY user_id HAVING count(*) > 1
UNION ALL
SELECT 'I9', 'quota differs from counted turns: user ' || CAST(u.user_id AS TEXT) || ' on ' || u.day
FROM usage_days u WHERE u.used <> (
  SELECT count(*) FROM turns t
  WHERE t.user_id = u.user_id AND t.counted_on = u.day AND t.refunded_at IS NULL)
UNION ALL
SELECT 'I9', 'counted turn without a quota: turn ' || CAST(t.id AS TEXT)
FROM turns t WHERE t.counted_on IS NOT NULL AND t.refunded_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM usage_days u WHERE u.user_id = t.user_id AND u.day = t.counted_on)
UNION ALL
SELECT 'I11', 'message in another conversation than its turn: ' || CAST(m.id AS TEXT)
FROM messages m JOIN turns t ON t.id = m.turn_id
WHERE m.user_id <> t.user_id OR m.conversation_id <> t.conversation_id
UNION ALL
SELECT 'I11', 'signal in another conversation than its turn: ' || CAST(o.id AS TEXT)
FROM observer_signals o JOIN turns t ON t.id = o.turn_id
WHERE o.user_id <> t.user_id OR o.session_id <> t.conversation_id
UNION ALL
SELECT 'I11', 'turn in somebody else''s conversation: ' || CAST(t.id AS TEXT)
FROM turns t JOIN conversations c ON c.id = t.conversation_id WHERE t.user_id <> c.user_id
UNION ALL
SELECT 'I11', 'memory from a message that its person did not write: ' || CAST(r.id AS TEXT)
FROM coach_memories r JOIN messages m ON m.id = r.message_id
WHERE r.user_id <> m.user_id OR m.role <> 'user'
UNION ALL
SELECT 'I11', 'card from a message of another person: ' || CAST(c.id AS TEXT)
FROM rewire_cards c JOIN messages m ON m.id = c.source_message_id WHERE c.user_id <> m.user_id
UNION ALL
SELECT 'I11', 'memory without the memory that took its place: ' || CAST(r.id AS TEXT)
FROM coach_memories r WHERE r.superseded_by IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM coach_memories n WHERE n.id = r.superseded_by AND n.user_id = r.user_id)
UNION ALL
SELECT 'I13', 'memory that is gone and still has words: ' || CAST(id AS TEXT)
FROM coach_memories WHERE state = 'gone' AND (content <> '' OR quote <> '' OR active)
UNION ALL
SELECT 'I13', 'memory in use without the words it came from: ' || CAST(id AS TEXT)
FROM coach_memories WHERE state <> 'gone' AND message_id IS NOT NULL AND quote = ''
