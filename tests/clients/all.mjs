import './clients.mjs';
import './cuts.mjs';
import './schemas.mjs';
import './conformance.mjs';
import './sarif.mjs';
import { run_all } from './support.mjs';

await run_all(6);
