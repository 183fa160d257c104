/** A library is looked for from the folder of the module that imports it. */
export const load = (name: string): Promise<unknown> => import(name)
