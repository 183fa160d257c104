export const en: Partial<Record<string, string>> = {}
