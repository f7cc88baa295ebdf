-- Copies of the real tables, so that the counters of those count the service alone. A history grows
-- as a real one does and begins anew after 90 moves, the length of a won game.
CREATE TABLE bench_player (LIKE accounts_user INCLUDING ALL);
CREATE TABLE bench_token (LIKE accounts_apitoken INCLUDING ALL);
CREATE TABLE bench_game (LIKE games_game INCLUDING ALL);
CREATE TABLE bench_move (
    id bigserial PRIMARY KEY, game_id bigint NOT NULL, ply smallint NOT NULL,
    move varchar(16) NOT NULL, at timestamptz NOT NULL);
INSERT INTO bench_player SELECT * FROM accounts_user;
INSERT INTO bench_token SELECT * FROM accounts_apitoken;
UPDATE bench_token SET digest = lpad(numbered.n::text, 128, '0')
    FROM (SELECT digest, row_number() OVER () AS n FROM bench_token) AS numbered
    WHERE bench_token.digest = numbered.digest;
INSERT INTO bench_game
    (id, player_id, deal_id, status, is_public, ply, undos, hints, history, pauses, position,
     started_at, acted_at)
    SELECT n, token.user_id, 1, 'playing', false, 0, 0, 0, '', '', deal.position, now(), now()
    FROM generate_series(1, 1024) AS n
    JOIN bench_token AS token ON token.digest
        = lpad((n % (SELECT count(*) FROM bench_token) + 1)::text, 128, '0')
    CROSS JOIN (SELECT position FROM games_game LIMIT 1) AS deal;
VACUUM ANALYZE bench_player, bench_token, bench_game;
