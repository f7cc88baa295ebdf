-- One load and one compare-and-set.
-- Each client has 16 games of its own, so nobody waits for a lock.
\set game :client_id * 16 + random(1, 16)
\set token :game % :tokens + 1
SELECT g.id, g.status, g.undos, g.history, g.pauses, g.position, g.deal_id, g.started_at,
    p.username, p.is_active, g.ply AS ply
    FROM bench_token t JOIN bench_player p ON p.id = t.user_id
    JOIN bench_game g ON g.player_id = p.id AND g.id = :game
    WHERE t.digest = lpad(CAST(:token AS text), 128, '0') AND t.expiry > now() \gset
UPDATE bench_game SET
    ply = CASE WHEN ply < 90 THEN ply + 1 ELSE 0 END,
    history = CASE WHEN ply < 90 THEN history || ' t5-t4:4' ELSE '' END,
    pauses = CASE WHEN ply < 90 THEN pauses || ' 0' ELSE '' END,
    position = md5(ply::text) || substr(position, 33), status = 'playing', undos = undos,
    moves = NULL, acted_at = now(), finished_at = NULL WHERE id = :game AND ply = :ply;
