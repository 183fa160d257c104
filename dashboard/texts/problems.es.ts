export const es: Partial<Record<string, string>> = {}
