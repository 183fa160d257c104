-- Has subscriptions of before filled in, from the first of them on (domain/search/fill.ts).
UPDATE `sellers` SET `search_fill` = ' 1 5 ' WHERE `search_fill` IS NULL;
