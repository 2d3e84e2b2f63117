// Pairs of a traditional or variant ideograph and its simplified form: the common ones, not the whole repertoire.

const PAIRS = `
  國国 讀读 書书 歷历 曆历 學学 語语 話话 說说 請请 謝谢 讓让 認认 識识 課课 談谈 論论 議议 記记 計计 訂订 訊讯 討讨 訓训
  車车 馬马 鳥鸟 魚鱼 龍龙 龜龟 風风 雲云 電电 頭头 見见 現现 視视 觀观 覺觉 買买 賣卖 門门 開开 關关 間间 問问 聞闻 閱阅
`

/** Ideograph → canonical ideograph. */
export const HAN_VARIANTS: ReadonlyMap<string, string> = new Map(
  PAIRS.trim()
    .split(/\s+/)
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
)
