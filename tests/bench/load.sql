-- 100,000 people with 5,000,000 messages over 180 days, for python -m tests.bench.load.
-- :people: comes from that module. Constraints of foreign keys are not checked
-- while this runs; every row is made so that they hold.
SET session_replication_role = replica;
SET synchronous_commit = off;
SET work_mem = '512MB';
SET maintenance_work_mem = '1GB';
SELECT setseed(0.42);

-- People: the later ones joined later; one in seven sent more than half of all messages.
CREATE UNLOGGED TABLE load_people AS
SELECT n, gen_random_uuid() AS id, now() - (180.0 * (1 - sqrt(n::float / :people:))) * interval '1 day' AS joined,
       1 + floor((CASE WHEN n % 7 = 0 THEN 32.0 ELSE 5.3 END) * random())::int AS sessions,
       random() AS r, random() AS q
FROM generate_series(1, :people:) AS n;

INSERT INTO users (id, state, created_at) SELECT id, 'active', joined FROM load_people;
INSERT INTO profiles (user_id, locale, time_zone, tension_type, tension_source, tension_confidence, tension_confidence_label,
  onboarding_step, onboarding_position, onboarding_completed_at, tier, tone, depth, learning_style, created_at, updated_at)
SELECT id, CASE WHEN r < 0.7 THEN 'en' ELSE 'es' END, 'UTC',
  CASE WHEN q < 0.9 THEN (ARRAY['avoid','worry','chase','perform','numb','give','grip'])[1 + floor(q / 0.9 * 6.99)::int] END,
  'scored', 0.6, 'medium', 'welcome', 0, CASE WHEN q < 0.92 THEN joined + interval '4 minutes' END,
  (ARRAY['free','free','free','pro'])[1 + floor(r * 3.99)::int], 5, 'balanced', 'reflection', joined, joined
FROM load_people;
INSERT INTO identities (id, user_id, created_at, kind, subject)
SELECT gen_random_uuid(), id, joined, CASE WHEN r < 0.6 THEN 'guest' WHEN r < 0.9 THEN 'email' ELSE 'google' END, n::text
FROM load_people;

CREATE UNLOGGED TABLE load_sessions AS
SELECT gen_random_uuid() AS id, p.id AS user_id, k, p.sessions AS of_all, random() AS r,
  CASE WHEN k = 1 THEN p.joined + interval '5 minutes'
       ELSE p.joined + (now() - p.joined - interval '20 minutes') * power((k - 1 + random()) / p.sessions, 1.2) END AS at
FROM load_people p, generate_series(1, p.sessions) AS k;
INSERT INTO conversations (id, user_id, created_at, kind, session_number, session_status, summary_until_seq, last_message_at,
  ended_at, feedback)
SELECT id, user_id, at, 'coaching', k, CASE WHEN k = of_all THEN 'open' ELSE 'closed' END, 0, at + interval '12 minutes',
  CASE WHEN k < of_all THEN at + interval '40 minutes' END,
  CASE WHEN k < of_all AND r < 0.12 THEN 'helped' WHEN k < of_all AND r < 0.15 THEN 'not_today' END
FROM load_sessions;

CREATE UNLOGGED TABLE load_turns AS
SELECT gen_random_uuid() AS id, s.user_id, s.id AS conversation_id, (s.k - 1) * 10 + t AS seq, t,
  least(s.at + t * interval '2 minutes', now()) AS at, random() AS r, random() AS q
FROM load_sessions s, generate_series(1, 2 + floor(s.r * 6.99)::int) AS t;
INSERT INTO turns (id, user_id, created_at, conversation_id, client_message_id, text_hash, seq, kind, status, attempt, fence,
  safety_level, started_at, finished_at)
SELECT id, user_id, at, conversation_id, id::text, '', seq, 'message', 'done', 1, 1, 'none', at, at + interval '4 seconds'
FROM load_turns ORDER BY at;
UPDATE users SET last_active_at = w.at FROM (SELECT user_id, max(at) AS at FROM load_turns GROUP BY user_id) w
WHERE w.user_id = users.id;
INSERT INTO messages (id, user_id, created_at, conversation_id, turn_id, seq, role, content, text)
SELECT gen_random_uuid(), user_id, at + role.n * interval '3 seconds', conversation_id, id, t * 2 + role.n, role.name, '[]',
  'I put the letter in the drawer again, and then I made tea.'
FROM load_turns, (VALUES (0, 'user'), (1, 'coach')) AS role(n, name) ORDER BY at;
INSERT INTO model_calls (id, user_id, turn_id, role, provider, model, input_tokens, output_tokens, cache_read_tokens,
  cache_write_5m_tokens, cache_write_1h_tokens, thinking_tokens, cost_microusd, cost_known, milliseconds, first_token_ms, outcome, created_at)
SELECT gen_random_uuid(), user_id, id, role.name, 'claude', role.model, 400 + floor(r * 300)::int, 220, 5200, 600, 0, 0,
  4000 + floor(r * 3000)::int, true, 3200, CASE WHEN role.name = 'coach' THEN (500 + 900 * r / (1.05 - q))::int END,
  CASE WHEN q < 0.008 THEN 'timeout' ELSE 'done' END, at + interval '1 second'
FROM load_turns, (VALUES ('coach', 'claude-sonnet-5-5', 1.0), ('observer', 'claude-haiku-4-5', 0.5)) AS role(name, model, part)
WHERE r < role.part ORDER BY at;
INSERT INTO observer_signals (id, user_id, created_at, session_id, turn_id, ordinal, signal_type, content, confidence, urgency_flag)
SELECT gen_random_uuid(), user_id, at + interval '9 seconds', conversation_id, id, 0,
  (ARRAY['deflection','breakthrough','breakthrough'])[1 + floor(q * 2.99)::int], '', 0.5 + r, r < 0.001
FROM load_turns WHERE r < 0.25 ORDER BY at;
INSERT INTO tool_calls (id, user_id, created_at, turn_id, step, ordinal, call_id, name, input, status)
SELECT gen_random_uuid(), user_id, at, id, 0, 0, id::text, (ARRAY['remember','save_win','search_web'])[1 + floor(q * 2.99)::int],
  '{}', CASE WHEN q < 0.02 THEN 'failed' ELSE 'done' END
FROM load_turns WHERE r > 0.85 ORDER BY at;
INSERT INTO safety_events (id, user_id, created_at, turn_id, level, category, source)
SELECT gen_random_uuid(), user_id, at, id, CASE WHEN q < 0.2 THEN 'crisis' ELSE 'concern' END, 'distress', 'lexicon'
FROM load_turns WHERE r < 0.004 ORDER BY at;
INSERT INTO coaching_briefings (id, user_id, created_at, version, trigger, boundary, briefing_content, stage_of_change, growth_edges)
SELECT gen_random_uuid(), user_id, at + interval '45 minutes', row_number() OVER (PARTITION BY user_id ORDER BY k), 'session_end',
  id::text, '', (ARRAY['precontemplation','contemplation','preparation','action'])[1 + floor(r * 3.99)::int],
  '{"self_receiving": {"status": "active"}, "money_identity": {"status": "stabilizing"}}'
FROM load_sessions WHERE k < of_all AND k % 2 = 1;
INSERT INTO behavioral_intel (user_id, triggers, emotional_vocabulary, stage_of_change, last_strategist_run, updated_at)
SELECT id, jsonb_build_array(jsonb_build_object('text', 'trigger ' || n % 400), jsonb_build_object('text', 'rare ' || n)),
  jsonb_build_object('used_words', jsonb_build_array(jsonb_build_object('text', 'word ' || n % 300))),
  (ARRAY['precontemplation','contemplation','preparation','action'])[1 + floor(r * 3.99)::int], joined, joined
FROM load_people WHERE sessions > 1;
INSERT INTO rewire_cards (id, user_id, created_at, kind, title, content, is_focus, graduated_at, times_completed, prescribed_by,
  updated_at)
SELECT id, user_id, at, 'reframe', 'A card', 'A card', false, CASE WHEN r < 0.1 THEN at + interval '20 days' END, 0,
  CASE WHEN r < 0.5 THEN 'strategist' ELSE 'user' END, at
FROM load_sessions WHERE k % 4 = 1;
INSERT INTO focus_days (id, user_id, created_at, rewire_card_id, day, completed)
SELECT gen_random_uuid(), user_id, created_at + d * interval '1 day', id, to_char(created_at + d * interval '1 day', 'YYYY-MM-DD'), d % 3 > 0
FROM rewire_cards, generate_series(1, 4) AS d WHERE created_at + d * interval '1 day' < now();
INSERT INTO wins (id, user_id, created_at, text) SELECT gen_random_uuid(), user_id, at, 'A win' FROM load_sessions WHERE r > 0.8;
INSERT INTO beta_analytics (id, user_id, created_at, event)
SELECT gen_random_uuid(), user_id, at, (ARRAY['onboarded','door_opened','card_revisited'])[1 + floor(r * 2.99)::int] FROM load_sessions;
INSERT INTO practice_runs (id, user_id, created_at, practice_id, content_version, step, updated_at, ended_at, ended_as)
SELECT gen_random_uuid(), user_id, at, (ARRAY['slow_breath','name_it','worry_time'])[1 + floor(r * 2.99)::int], '1', 'end', at, at + interval '5 minutes', 'kept'
FROM load_sessions WHERE k % 5 = 2;
INSERT INTO jobs (id, user_id, kind, status, run_at, attempts, max_attempts, fence, created_at, finished_at)
SELECT gen_random_uuid(), user_id, CASE WHEN t = 1 THEN 'strategist' ELSE 'observer' END,
  CASE WHEN r < 0.0002 THEN 'failed' ELSE 'done' END, at, 1, 3, 1, at, at + interval '8 seconds'
FROM load_turns WHERE r < 0.6 ORDER BY at;
INSERT INTO corrections (id, user_id, created_at, item, said, verdict)
SELECT gen_random_uuid(), user_id, at, 'stage', '', 'not_true' FROM load_sessions WHERE r > 0.98;
INSERT INTO audit_entries (id, actor, action, created_at)
SELECT gen_random_uuid(), 'admin', 'person_opened', now() - n * interval '1 minute' FROM generate_series(1, 100000) AS n;

DROP TABLE load_people, load_sessions, load_turns;
