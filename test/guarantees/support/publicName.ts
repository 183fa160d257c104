/** The public name by which `localReceivers.ts` has a server of this machine reached. */
const name = '//loja.example.com:'

export const publicName = (url: string): string => url.replace('//localhost:', name)
export const localName = (url: string): string => url.replace(name, '//localhost:')
