CREATE INDEX "events_of_checkout" ON "events" USING btree ("seller_id",(case when "data" ->> 'checkout_id' is null
  then "data" ->> 'id' else "data" ->> 'checkout_id' end),"id");