CREATE TABLE "payment_links" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"token" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"items" json,
	"custom_min_minor" bigint,
	"custom_max_minor" bigint,
	"quantity_min" bigint,
	"quantity_max" bigint,
	"collect" json NOT NULL,
	"max_payments" bigint,
	"payments_count" bigint DEFAULT 0 NOT NULL,
	"active" boolean NOT NULL,
	"ends_at" text collate "C",
	"success_url" text collate "C",
	"metadata" json NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "payment_links_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "payment_links_token" UNIQUE("seller_id","token"),
	CONSTRAINT "payment_links_amount" CHECK (("payment_links"."items" is null) = ("payment_links"."custom_min_minor" is not null)),
	CONSTRAINT "payment_links_custom_ends" CHECK (("payment_links"."custom_min_minor" is null) = ("payment_links"."custom_max_minor" is null)),
	CONSTRAINT "payment_links_custom" CHECK ("payment_links"."custom_min_minor" between 1 and "payment_links"."custom_max_minor"),
	CONSTRAINT "payment_links_quantity_ends" CHECK (("payment_links"."quantity_min" is null) = ("payment_links"."quantity_max" is null)),
	CONSTRAINT "payment_links_quantity" CHECK ("payment_links"."quantity_min" between 1 and "payment_links"."quantity_max"),
	CONSTRAINT "payment_links_count" CHECK ("payment_links"."payments_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "payment_link_id" text collate "C";--> statement-breakpoint
CREATE INDEX "checkouts_open_of_link" ON "checkouts" USING btree ("seller_id","payment_link_id") WHERE "checkouts"."status" = 'open' and "checkouts"."payment_link_id" is not null;--> statement-breakpoint
CREATE INDEX "customers_tax_id" ON "customers" USING btree ("seller_id","tax_id","id") WHERE "customers"."tax_id" is not null;--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" USING btree ("seller_id","status","id");