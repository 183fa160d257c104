CREATE TABLE "search_terms" (
	"seller_id" text collate "C" NOT NULL,
	"object_id" text collate "C" NOT NULL,
	"term" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	CONSTRAINT "search_terms_seller_id_object_id_term_pk" PRIMARY KEY("seller_id","object_id","term")
);
--> statement-breakpoint
ALTER TABLE "sellers" ADD COLUMN "search_fill" text collate "C" DEFAULT '';--> statement-breakpoint
CREATE INDEX "search_terms_found" ON "search_terms" USING btree ("seller_id","type","term","object_id");--> statement-breakpoint
CREATE INDEX "checkouts_amount" ON "checkouts" USING btree ("amount_total_minor","seller_id","id");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("seller_id","amount_minor","id");--> statement-breakpoint
CREATE INDEX "refunds_amount" ON "refunds" USING btree ("seller_id","amount_minor","id");--> statement-breakpoint
CREATE INDEX "sellers_to_fill" ON "sellers" USING btree ("id") WHERE "sellers"."search_fill" is not null;