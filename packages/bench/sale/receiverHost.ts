/** The receiver's name, and the public address that it seems to have. */
export const RECEIVER_HOST = 'hooks.loja.example'
export const PUBLIC_ADDRESS = '93.184.215.14'
