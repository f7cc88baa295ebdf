-- A transaction with a row for the move.
-- Each client has 16 games of its own, so nobody waits for a lock.
\set game :client_id * 16 + random(1, 16)
BEGIN;
SELECT ply AS ply FROM bench_game WHERE id = :game FOR UPDATE \gset
UPDATE bench_game SET
    ply = CASE WHEN ply < 90 THEN ply + 1 ELSE 0 END,
    history = CASE WHEN ply < 90 THEN history || ' t5-t4:4' ELSE '' END,
    pauses = CASE WHEN ply < 90 THEN pauses || ' 0' ELSE '' END,
    position = md5(ply::text) || substr(position, 33), status = 'playing', undos = undos,
    moves = NULL, acted_at = now(), finished_at = NULL WHERE id = :game;
INSERT INTO bench_move (game_id, ply, move, at) VALUES (:game, :ply, 't5-t4:4', now());
COMMIT;
