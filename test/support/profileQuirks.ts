import { DEMANDED_KEY } from '../../packages/bank/quirks.ts'

/** The quirks of each bank, and the values that its seller gives. */
export const quirksOf: Record<string, { quirks: string[]; values?: Record<string, string> }> = {
  bacen: { quirks: [] },
  banrisul: { quirks: [] },
  bb: { quirks: ['query-key'], values: { app_key: DEMANDED_KEY } },
  bradesco: { quirks: ['no-scopes', 'token-path'] },
  c6: { quirks: ['form-credentials', 'no-scopes', 'header-software'] },
  efi: { quirks: ['no-scopes', 'header-webhook'] },
  inter: { quirks: ['form-credentials'], values: { account: '123456' } },
  itau: {
    quirks: ['form-credentials', 'no-scopes', 'header-key', 'header-correlation'],
    values: { api_key: DEMANDED_KEY },
  },
  santander: { quirks: ['form-credentials', 'no-scopes', 'token-query', 'patch-v2'] },
  sicoob: { quirks: ['no-secret', 'header-client-id'] },
  sicredi: { quirks: ['cob-v3'] },
}
