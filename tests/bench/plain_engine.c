/* A plain reference for the engine's speed: perft and alpha-beta in C, bitboards of 45 bits, no tricks.

   plain_engine perft DEPTH      leaves, nanoseconds (counted at the last ply)
   plain_engine search DEPTH     nodes, nanoseconds (alpha-beta, stones as the estimate, no table, no ordering)

   Rules R1-R9 and R12 of docs/rules.md; point = row * 9 + column. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t Set;

enum { MOST = 4096, DEEPEST = 16 };

typedef struct { Set own, enemy; } Move;

static int next[45][8];
static Set ray[45][8];
static Move moves[MOST * DEEPEST];
static long long nodes;

static void make_tables(void) {
    static const int east[8] = {1, 1, 0, -1, -1, -1, 0, 1}, north[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    for (int p = 0; p < 45; p++)
        for (int d = 0; d < 8; d++) {
            int column = p % 9 + east[d], row = p / 9 + north[d];
            int joined = column >= 0 && column < 9 && row >= 0 && row < 5 && (!(d & 1) || p % 2 == 0);
            next[p][d] = joined ? row * 9 + column : -1;
        }
    for (int p = 0; p < 45; p++)
        for (int d = 0; d < 8; d++)
            for (int q = next[p][d]; q >= 0; q = next[q][d])
                ray[p][d] |= (Set)1 << q;
}

/* The unbroken run of enemy stones next to p in direction d. */
static Set run(int p, int d, Set enemy) {
    Set line = ray[p][d], stop = line & ~enemy;
    if (!stop)
        return line;
    if (d < 4)
        return line & ((stop & -stop) - 1);
    return line & ~((((Set)2 << (63 - __builtin_clzll(stop))) - 1));
}

static int can_capture(Set own, Set enemy) {
    Set empty = ~(own | enemy);
    for (Set left = own; left; left &= left - 1) {
        int p = __builtin_ctzll(left);
        for (int d = 0; d < 8; d++) {
            int q = next[p][d], ahead, behind = next[p][d ^ 4];
            if (q < 0 || !(empty >> q & 1))
                continue;
            ahead = next[q][d];
            if ((ahead >= 0 && enemy >> ahead & 1) || (behind >= 0 && enemy >> behind & 1))
                return 1;
        }
    }
    return 0;
}

/* Chains of the stone on p; `out` may be null, then they are only counted. */
static long chains(int p, Set rest, Set visited, Set enemy, int last, Move *out) {
    long count = 0;
    for (int d = 0; d < 8; d++) {
        int q = next[p][d];
        if (q < 0 || d == last || (rest | visited | enemy) >> q & 1)
            continue;
        for (int withdrawal = 0; withdrawal < 2; withdrawal++) {
            Set taken = withdrawal ? run(p, d ^ 4, enemy) : run(q, d, enemy), to = (Set)1 << q;
            if (!taken)
                continue;
            if (out)
                out[count] = (Move){rest | to, enemy & ~taken};
            count++;
            count += chains(q, rest, visited | to, enemy & ~taken, d, out ? out + count : 0);
        }
    }
    return count;
}

static long generate(Set own, Set enemy, Move *out) {
    long count = 0;
    int capture = can_capture(own, enemy);
    for (Set left = own; left; left &= left - 1) {
        int p = __builtin_ctzll(left);
        Set rest = own & ~((Set)1 << p);
        if (capture) {
            count += chains(p, rest, (Set)1 << p, enemy, 8, out ? out + count : 0);
            continue;
        }
        for (int d = 0; d < 8; d++) {
            int q = next[p][d];
            if (q < 0 || (own | enemy) >> q & 1)
                continue;
            if (out)
                out[count] = (Move){rest | (Set)1 << q, enemy};
            count++;
        }
    }
    return count;
}

static long long perft(Set own, Set enemy, int depth, Move *stack) {
    if (depth == 1)
        return generate(own, enemy, 0);
    long count = generate(own, enemy, stack);
    long long sum = 0;
    for (long i = 0; i < count; i++)
        sum += perft(stack[i].enemy, stack[i].own, depth - 1, stack + count);
    return sum;
}

static int search(Set own, Set enemy, int depth, int alpha, int beta, Move *stack) {
    nodes++;
    if (depth == 0)
        return __builtin_popcountll(own) - __builtin_popcountll(enemy);
    long count = generate(own, enemy, stack);
    int best = -1000 - depth;
    for (long i = 0; i < count && alpha < beta; i++) {
        int score = -search(stack[i].enemy, stack[i].own, depth - 1, -beta, -alpha, stack + count);
        if (score > best)
            best = score;
        if (score > alpha)
            alpha = score;
    }
    return best;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    /* B3: White on rows 1 and 2, and on b, d, g, i of row 3. */
    Set white = (((Set)1 << 18) - 1) | (Set)0x14A << 18;
    Set black = ~white & (((Set)1 << 45) - 1) & ~((Set)1 << 22);
    int depth = atoi(argv[2]);
    struct timespec a, b;
    make_tables();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    if (!strcmp(argv[1], "perft"))
        nodes = perft(white, black, depth, moves);
    else
        search(white, black, depth, -2000, 2000, moves);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%lld %lld\n", nodes, (b.tv_sec - a.tv_sec) * 1000000000LL + b.tv_nsec - a.tv_nsec);
    return 0;
}
