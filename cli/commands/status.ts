import type { Command } from 'commander'
import { terminalLanguage } from '../../banner.ts'
import type { Database } from '../../db/database.ts'
import { parseDatabaseUrl } from '../../db/databaseUrl.ts'
import { attentionOf } from '../../domain/attention.ts'
import type { Attention, AttentionKind } from '../../domain/attention.ts'
import { listSellers } from '../../domain/identity/sellerRows.ts'
import { freeBytesFor } from '../../runtime/diskSpace.ts'
import { harmless } from '../../runtime/harmless.ts'
import { CommandError, printing, withStore } from './command.ts'
import type { Output, Store } from './command.ts'

/** Exit code of a command that could not read the database, which says nothing of the service. */
const COULD_NOT_LOOK = 3

const BYTES_PER_GB = 1_000_000_000

type Texts = {
  database: (engine: string, freeGigabytes: string | undefined) => string
  well: string
  since: (kind: string, time: string) => string
  needs: (count: number) => string
  kinds: Record<AttentionKind, string>
}

const texts: Record<'en' | 'pt', Texts> = {
  en: {
    database: (engine, free) => `Database: ${engine}${free ? `, ${free} GB free` : ''}`,
    well: 'Nothing needs attention.',
    since: (kind, time) => `${kind}, since ${time}`,
    needs: (count) =>
      count === 1 ? '1 thing needs attention.' : `${count} things need attention.`,
    kinds: {
      refunds_not_granted: 'the bank grants no refunds',
      webhook_not_granted: 'the bank grants no address of callbacks',
      disputes_not_granted: 'the bank grants no reading of disputes',
      callbacks_refused: 'the bank refuses the address of callbacks',
      callback_address_changed: 'the bank has another address of callbacks',
      certificate_ends: 'the certificate of the bank ends',
      recurring_not_granted: 'the bank refuses Pix Automático, by which subscriptions are debited',
      recurring_account_missing: 'the account that subscriptions are debited to is missing',
      recurring_callbacks_refused:
        'the bank sends callbacks of subscriptions elsewhere, or nowhere',
      refund_overdue: 'a refund that the bank does not carry out',
      charge_check_overdue: 'charges that the bank does not answer for',
      webhook_overdue: 'webhooks that are not sent',
      webhook_endpoint_failing: 'a webhook endpoint that takes nothing',
      mail_failed: 'an alert that could not be mailed',
    },
  },
  pt: {
    database: (engine, free) => `Banco de dados: ${engine}${free ? `, ${free} GB livres` : ''}`,
    well: 'Nada precisa de atenção.',
    since: (kind, time) => `${kind}, desde ${time}`,
    needs: (count) => (count === 1 ? '1 ponto de atenção.' : `${count} pontos de atenção.`),
    kinds: {
      refunds_not_granted: 'o banco não permite devoluções',
      webhook_not_granted: 'o banco não permite o endereço de avisos',
      disputes_not_granted: 'o banco não permite ler contestações',
      callbacks_refused: 'o banco recusa o endereço de avisos',
      callback_address_changed: 'o banco tem outro endereço de avisos',
      certificate_ends: 'o certificado do banco vence',
      recurring_not_granted: 'o banco recusa o Pix Automático, que debita as assinaturas',
      recurring_account_missing: 'falta a conta em que as assinaturas são recebidas',
      recurring_callbacks_refused:
        'o banco manda os avisos das assinaturas para outro lugar, ou não manda',
      refund_overdue: 'uma devolução que o banco não faz',
      charge_check_overdue: 'cobranças sobre as quais o banco não responde',
      webhook_overdue: 'webhooks que não são enviados',
      webhook_endpoint_failing: 'um endereço de webhook que não recebe',
      mail_failed: 'um aviso que não pôde ser enviado por e-mail',
    },
  },
}

async function attention(db: Database, { environment, now }: Store): Promise<Attention[]> {
  const { baseUrl } = environment
  const findings: Attention[] = []
  for (const seller of await listSellers(db)) {
    findings.push(...(await db.read(() => attentionOf(seller, { baseUrl, now }))))
  }
  return findings
}

async function statusOf(store: Store): Promise<Output> {
  const { databaseUrl } = store.environment
  const engine = parseDatabaseUrl(databaseUrl)?.engine ?? 'sqlite'
  const free_bytes = await freeBytesFor(databaseUrl)
  const findings = await attention(store.db, store)
  const words = texts[terminalLanguage(process.env)]
  const free = free_bytes === null ? undefined : (free_bytes / BYTES_PER_GB).toFixed(1)
  const lines = findings.map(
    ({ seller, kind, since }) => `  ${harmless(seller)}: ${words.since(words.kinds[kind], since)}`,
  )
  const rest = lines.length > 0 ? lines : [words.well]
  return {
    value: {
      ok: findings.length === 0,
      database: { engine, free_bytes },
      attention: findings,
    },
    text: [words.database(engine, free), ...rest].join('\n'),
    ...(findings.length > 0 && { refusal: words.needs(findings.length) }),
  }
}

async function status(): Promise<Output> {
  try {
    return await withStore(statusOf)
  } catch (error) {
    const { message } = error as Error
    throw new CommandError(message, { exitCode: COULD_NOT_LOOK, cause: error })
  }
}

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('Say what needs attention: exit 0 whole, 1 attention, 3 could not look.')
    .action(printing(status))
}
