// The public surface of the engine, and the only file that re-exports.

export { IS_OPEN, IS_WRONG, shownCharacter } from './bits/json-checker.ts'
export type { JsonChecker } from './bits/json-checker.ts'
export { openJsonChecker } from './bits/open-json-checker.ts'
export { createEmbedder } from './embed/create-embedder.ts'
export { checkTemplate } from './embed/document-template.ts'
export type {
  Deadline,
  Distribution,
  EmbedContext,
  Embedder,
  EmbedInput,
  EmbedWatch,
  QueryInput,
} from './embed/embedder.ts'
export type { LocalModel, LocalModelDescription, LocalModels } from './embed/local-models.ts'
export { OutboundFailure } from './embed/outbound.ts'
export type { Outbound, OutboundAnswer, OutboundRequest } from './embed/outbound.ts'
export {
  ConflictError,
  CorruptIndexError,
  InputError,
  StoreError,
  withIndexName,
} from './errors.ts'
export { parseFilter } from './filter/parse-filter.ts'
export type {
  BatchResult,
  BatchWatch,
  DocumentSource,
  Operation,
  OperationOutcome,
  ProgressStep,
  ReportEmbedderRequest,
  ReportWait,
  ReportProgress,
  WriteBatch,
} from './index/operations.ts'
export { compileScript } from './script/script.ts'
export { ScriptError } from './script/script-error.ts'
export type { FacetHit } from './facets/facet-search.ts'
export type { NearWord, TypoRefusal, WordReason } from './search/explain-words.ts'
export type {
  Explanation,
  ExplainRequest,
  HybridExplanation,
  ListExplanation,
  MissReason,
  RuleOutcome,
} from './search/explanation.ts'
export type { FacetSearchRequest } from './search/facet-search.ts'
export type {
  FederatedFacets,
  FederatedQuery,
  FederatedSearchRequest,
} from './search/federated-request.ts'
export { completeSearch, SEARCH_DEFAULTS } from './search/search-request.ts'
export type { SimilarRequest } from './search/similar-request.ts'
export type { HybridRequest, MatchingStrategy, SearchRequest } from './search/search-request.ts'
export {
  applySettingsPatch,
  parseOneSetting,
  parseSettingsPatch,
  presentSetting,
  presentSettings,
  presentSettingsPatch,
  RESET_ALL_SETTINGS,
} from './settings/settings-patch.ts'
export type { SettingsOptions } from './settings/settings-patch.ts'
export {
  DEFAULT_SETTINGS,
  SETTING_NAMES,
  settingOfSegment,
  SETTINGS_TABLE,
} from './settings/settings-table.ts'
export type {
  SettingFeature,
  SettingName,
  SettingRow,
  Settings,
  SettingsPatch,
} from './settings/settings-table.ts'
export { LOCALES, parseLocale } from './settings/locales.ts'
export { maskSecret } from './settings/mask-secret.ts'
export { JSON_DEPTH_MAX } from './limits.ts'
export { lockFolder } from './store/folder-lock.ts'
export type { FolderLock } from './store/folder-lock.ts'
export { createEngine } from './workers/create-engine.ts'
export type { Engine, EngineOptions, FetchRequest, IndexDescription } from './workers/engine.ts'
export { openIndex } from './workers/open-index.ts'
export type {
  Document,
  Index,
  OpenIndexOptions,
  SearchOptions,
  SearchResult,
  SimilarOptions,
  SimilarResult,
} from './workers/open-index.ts'
