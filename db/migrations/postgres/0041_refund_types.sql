ALTER TABLE "refunds" ADD COLUMN "payment_outcome" text collate "C";--> statement-breakpoint
CREATE INDEX "refunds_type_completed" ON "refunds" USING btree ("seller_id",(case
  when "payment_outcome" is null then null
  when "payment_outcome" = 'returned' then 'return'
  when "origin" = 'bank' and "nature" <> 'ORIGINAL' and "nature" <> 'RETIRADA'
    then 'reversal'
  else 'refund' end),"completed_at","id") WHERE "refunds"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_without_outcome" ON "refunds" USING btree ("seller_id","completed_at","id") WHERE "refunds"."payment_outcome" is null;