import { PAGE_SCRIPT } from './page-script.ts';
import { TROUBLE_WORDS, TROUBLES } from './trouble.ts';

/** How many payments the control page and its list show. */
export const MAX_PAYMENTS_LISTED = 50;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
caption, th { text-align: left; }
th, td { border-bottom: 1px solid #8886; padding: 0.3rem 0.6rem 0.3rem 0; vertical-align: top; }
tbody th { font-family: ui-monospace, monospace; font-weight: normal; }
.status { font-weight: 600; }
button, select, input { font: inherit; padding: 0.15rem 0.5rem; margin: 0 0.25rem 0.25rem 0; }
:focus-visible { outline: 3px solid #1d70b8; outline-offset: 2px; }
#result { min-height: 1.5em; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
`;

/** The page of the simulated bank: the latest payments, and a button for each control endpoint. */
export function page(): string {
  const troubles = TROUBLES.map(
    (trouble) => `<option value="${trouble}">${trouble}: ${plain(TROUBLE_WORDS[trouble])}</option>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated bank</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Simulated bank</h1>
<p>Payments here are simulated. The bank’s time is <strong id="now">not known yet</strong>.</p>
<p id="result" role="status"></p>
<h2>Trouble</h2>
<p>Trouble of all calls to the bank: <strong id="present">not known yet</strong></p>
<p>
<button type="button" id="down">Go down for 30 s</button>
<button type="button" id="lost">Time out after effect, once</button>
<button type="button" id="end">End trouble</button>
</p>
<form id="trouble">
<label>Trouble <select name="trouble">${troubles.join('')}</select></label>
<label>for <input name="count" type="number" min="1" max="86400" value="30" required></label>
<select name="unit" aria-label="seconds or calls"><option>seconds</option><option>calls</option></select>
<button>Start trouble</button>
</form>
<h2>Callback URLs registered at ifthenpay</h2>
<ul id="callbacks"></ul>
<h2>Payments</h2>
<div class="scroll" role="region" aria-labelledby="latest" tabindex="0">
<table>
<caption id="latest">The latest ${MAX_PAYMENTS_LISTED} payments that were started, newest first; times are UTC</caption>
<thead><tr>
<th scope="col">Transaction</th><th scope="col">Account</th><th scope="col">Method</th><th scope="col">EUR</th>
<th scope="col">Reference</th><th scope="col">Status</th><th scope="col">Started</th><th scope="col">Ends</th>
<th scope="col">Actions</th>
</tr></thead>
<tbody id="payments"></tbody>
</table>
<p id="none">None yet.</p>
</div>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

/** Removes Markdown's backticks. The texts are constants without HTML. */
function plain(words: string): string {
  return words.replaceAll('`', '');
}
