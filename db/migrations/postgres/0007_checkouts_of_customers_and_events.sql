CREATE INDEX "checkouts_of_customer_open" ON "checkouts" USING btree ("seller_id","customer_id","expires_at","id") WHERE "checkouts"."customer_id" is not null and "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "events_of_checkout" ON "events" USING btree ("seller_id",(case when "data" ->> 'checkout_id' is null
  then "data" ->> 'id' else "data" ->> 'checkout_id' end),"id");