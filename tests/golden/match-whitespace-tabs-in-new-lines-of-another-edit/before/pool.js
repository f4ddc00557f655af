export function take(pool) {
    if (pool.length === 0) {
        return null;
    }
    return pool.pop();
}

export function size(pool) {
    return pool.length;
}
