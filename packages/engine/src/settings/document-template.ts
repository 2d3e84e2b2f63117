/** One `name: value` line per searchable field that has a value. */
export const DEFAULT_DOCUMENT_TEMPLATE: string =
  '{% for field in fields %}{% if field.is_searchable and field.value != nil %}{{ field.name }}: {{ field.value }}\n{% endif %}{% endfor %}'

/** UTF-8 bytes after which a rendered template is cut, unless the settings say otherwise. */
export const DOCUMENT_TEMPLATE_BYTES_DEFAULT = 400

/** Why a template cannot be read, or null when it can. */
export type TemplateCheck = (template: string) => string | null
