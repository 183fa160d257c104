INSERT INTO `search_index` (`search_index`, rank) VALUES ('pgsz', 1000);
