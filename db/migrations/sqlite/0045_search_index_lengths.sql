DROP TRIGGER `search_terms_by_older_process`;
--> statement-breakpoint
DROP TRIGGER `erased_by_older_process`;
--> statement-breakpoint
DROP TABLE `search_words`;
--> statement-breakpoint
ALTER TABLE `search_index` RENAME TO `search_index_before`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index` USING fts5(
	seller_id UNINDEXED,
	object_id UNINDEXED,
	type UNINDEXED,
	words,
	detail=none,
	columnsize=0,
	tokenize="ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_{|}~'"
);
--> statement-breakpoint
INSERT INTO `search_index` (`search_index`, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `search_index` (`search_index`, rank) VALUES ('automerge', 16);
--> statement-breakpoint
INSERT INTO `search_index` (seller_id, object_id, type, words)
SELECT seller_id, object_id, type, words FROM `search_index_before`;
--> statement-breakpoint
DROP TABLE `search_index_before`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words` USING fts5vocab(`search_index`, instance);
--> statement-breakpoint
CREATE TRIGGER `search_terms_by_older_process` AFTER INSERT ON `search_terms` BEGIN
	DELETE FROM `search_index` WHERE rowid IN (
		SELECT doc FROM `search_words` WHERE term = new.seller_id || '=' || new.object_id
	);
END;
--> statement-breakpoint
CREATE TRIGGER `erased_by_older_process` AFTER UPDATE OF `email` ON `customers`
WHEN new.email LIKE '%@erased.invalid' BEGIN
	DELETE FROM `search_index` WHERE rowid IN (
		SELECT doc FROM `search_words` WHERE term = new.seller_id || '=' || new.id
	);
END;
