ALTER TABLE "checkouts" ADD COLUMN "open_by" text collate "C";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "opened_from" text collate "C";--> statement-breakpoint
CREATE INDEX "checkouts_unopened" ON "checkouts" USING btree ("seller_id","open_by","id") WHERE "checkouts"."status" = 'open' and "checkouts"."open_by" is not null and "checkouts"."page_opened_at" is null;--> statement-breakpoint
CREATE INDEX "checkouts_held_of_link" ON "checkouts" USING btree ("seller_id","payment_link_id","opened_from") WHERE "checkouts"."status" = 'open' and "checkouts"."opened_from" is not null;