CREATE INDEX `events_of_checkout` ON `events` (`seller_id`,(case when "data" ->> 'checkout_id' is null
  then "data" ->> 'id' else "data" ->> 'checkout_id' end),`id`);