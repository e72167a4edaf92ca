#include "direct_writer/plugin.h"

#include "ring/plugin.h"

#include <assert.h>
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SUFFIX_BYTES_MAX 16

/* A plugin was compiled with these. */
static_assert(sizeof(struct ho_sink_ops) == 8 * sizeof(void *) &&
                  offsetof(struct ho_sink_ops, close) == 7 * sizeof(void *) &&
                  offsetof(struct ho_change, len) == 12 + sizeof(void *) &&
                  offsetof(struct ho_dictionary, timescale) == 12 + 3 * sizeof(void *) &&
                  sizeof(struct ho_gap) == 24 && sizeof(struct ho_close_times) == 40 &&
                  sizeof(struct ho_signal) == 8 && HO_EVENT == 4 && HO_MARK_ON == 2,
              "another layout needs another HO_PLUGIN_ABI");

static struct {
    char *name; /* as it was loaded; NULL: none */
    const struct ho_plugin *plugin;
    struct writer writer;
} loaded;

/* What others wrote, as one line. */
static void make_one_line(char *text)
{
    for (size_t length = strlen(text); length && isspace((unsigned char)text[length - 1]);)
        text[--length] = '\0';
    for (; *text; text++)
        if (iscntrl((unsigned char)*text))
            *text = ' ';
}

/* "KEY=VALUE,KEY=VALUE", taken apart. */
struct words {
    char *text;
    struct ho_plugin_option *options; /* point into text; ended by a NULL key */
};

static void words_fini(struct words *words)
{
    free(words->text);
    free(words->options);
}

static int split(char *text, struct ho_plugin_option *options, char *message)
{
    char *word;

    while ((word = strsep(&text, ","))) {
        char *equals = strchr(word, '=');

        if (!equals || equals == word) {
            snprintf(message, WRITER_MESSAGE_BYTES, "\"%.200s\" is not KEY=VALUE", word);
            return -EINVAL;
        }
        *equals = '\0';
        *options++ = (struct ho_plugin_option){word, equals + 1};
    }
    return 0;
}

static int words_init(struct words *words, const char *given, char *message)
{
    size_t count = 1;
    int error = 0;

    if (!given)
        given = "";
    for (const char *comma = given; (comma = strchr(comma, ',')); comma++)
        count++;
    words->text = strdup(given);
    words->options = calloc(count + 1, sizeof *words->options);
    if (!words->text || !words->options)
        error = -ENOMEM;
    else if (given[0])
        error = split(words->text, words->options, message);
    if (error)
        words_fini(words);
    return error;
}

int plugin_check_words(const char *words, char message[WRITER_MESSAGE_BYTES])
{
    struct words apart;
    int error = words_init(&apart, words, message);

    if (!error)
        words_fini(&apart);
    return error;
}

/* The first function that a sink must have and this one has not, or NULL. */
static const char *missing_function(const struct ho_sink_ops *ops)
{
    return !ops->setup    ? "setup"
           : !ops->change ? "change"
           : !ops->mark   ? "mark"
           : !ops->cut    ? "cut"
           : !ops->close  ? "close"
                          : NULL;
}

static int check_sink(const struct ho_sink *sink, char *message)
{
    const char *missing = sink && sink->ops ? missing_function(sink->ops) : NULL;

    if (sink && sink->ops && !missing)
        return 0;
    if (missing)
        snprintf(message, WRITER_MESSAGE_BYTES, "the plugin's sink has no %s", missing);
    else
        snprintf(message, WRITER_MESSAGE_BYTES, "the plugin's open returned 0 and no sink");
    return -EINVAL;
}

static int plugin_open(const struct writer_options *options, struct ho_sink **sink,
                       char message[WRITER_MESSAGE_BYTES])
{
    struct words words;
    int error = words_init(&words, options->words, message);

    if (error)
        return error;
    *sink = NULL;
    error = loaded.plugin->open(options->path, words.options, sink, message, WRITER_MESSAGE_BYTES);
    words_fini(&words);
    message[WRITER_MESSAGE_BYTES - 1] = '\0';
    make_one_line(message);
    if (error)
        return error < 0 ? error : -error;
    return check_sink(*sink, message);
}

bool plugin_is_name(const char *name)
{
    return strchr(name, '/') != NULL;
}

const struct writer *plugin_find(const char *name)
{
    return loaded.name && strcmp(loaded.name, name) == 0 ? &loaded.writer : NULL;
}

/* Its text begins with the file's name, which the caller says already. */
static int tell_dlerror(const char *name, char *message)
{
    size_t length = strlen(name);
    const char *text = dlerror();

    if (text && strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0)
        text += length + 2;
    snprintf(message, WRITER_MESSAGE_BYTES, "%s", text ? text : "cannot be loaded");
    make_one_line(message);
    return -ENOEXEC;
}

static bool good_suffix(const char *suffix)
{
    return suffix[0] == '.' && strlen(suffix) <= SUFFIX_BYTES_MAX && !strchr(suffix, '/');
}

static int check_plugin(const struct ho_plugin *plugin, char *message)
{
    const char *fault = NULL;

    if (!plugin) {
        fault = "no symbol handoff_plugin (see ring/plugin.h)";
    } else if (plugin->abi != HO_PLUGIN_ABI) {
        /* Nothing else of it can be understood. */
        snprintf(message, WRITER_MESSAGE_BYTES,
                 "was built for plugin ABI %u, this program has %u: build it again",
                 (unsigned)plugin->abi, HO_PLUGIN_ABI);
        return -EINVAL;
    } else if (!plugin->name) {
        fault = "its handoff_plugin has no name";
    } else if (!plugin->open) {
        fault = "its handoff_plugin has no open";
    } else if (plugin->suffix && !good_suffix(plugin->suffix)) {
        fault = "its suffix is not a dot and up to 15 bytes without a '/'";
    }
    if (fault)
        snprintf(message, WRITER_MESSAGE_BYTES, "%s", fault);
    return fault ? -EINVAL : 0;
}

/* dlopen would wait for a pipe's other end. */
static int check_file(const char *name, char *message)
{
    struct stat status;
    int error = stat(name, &status) ? -errno : S_ISREG(status.st_mode) ? 0 : -EINVAL;

    if (error)
        snprintf(message, WRITER_MESSAGE_BYTES, "%s",
                 error == -EINVAL ? "not a regular file" : strerror(-error));
    return error;
}

int plugin_load(const char *name, char message[WRITER_MESSAGE_BYTES])
{
    const struct ho_plugin *plugin;
    void *object;
    char *copy;
    int error = check_file(name, message);

    if (error)
        return error;
    object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        return tell_dlerror(name, message);
    plugin = dlsym(object, "handoff_plugin");
    error = check_plugin(plugin, message);
    copy = error ? NULL : strdup(name);
    if (!copy) {
        if (!error)
            snprintf(message, WRITER_MESSAGE_BYTES, "%s", strerror(ENOMEM));
        dlclose(object);
        return error ? error : -ENOMEM;
    }
    free(loaded.name);
    loaded.name = copy;
    loaded.plugin = plugin;
    loaded.writer = (struct writer){
        .name = plugin->name,
        .suffix = plugin->suffix,
        .open = plugin_open,
    };
    return 0;
}
